{{/* Name of every object: the release name, followed by the chart name unless the release name contains it. */}}
{{- define "gleaner.name" -}}
{{- if contains .Chart.Name .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{/* Labels that select the pods of a component: (dict "root" $ "part" "api"). They never change. */}}
{{- define "gleaner.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{/* All labels of an object of a component. */}}
{{- define "gleaner.labels" -}}
{{ include "gleaner.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* The image with its tag or digest. */}}
{{- define "gleaner.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{- .Values.image.repository -}}{{- if not (hasPrefix "@" $tag) }}:{{ end -}}{{- $tag -}}
{{- end -}}

{{/* Host names that the API accepts: those that clients use, those of its Service, and the pod's IP address, which Prometheus uses. */}}
{{- define "gleaner.allowedHosts" -}}
{{- $service := printf "%s-api" (include "gleaner.name" .) -}}
{{- $inside := list "localhost" "127.0.0.1" $service (printf "%s.%s" $service .Release.Namespace) (printf "%s.%s.svc" $service .Release.Namespace) -}}
{{- concat .Values.hosts $inside (list "$(POD_IP)" "[$(POD_IP)]") | join "," -}}
{{- end -}}
