{{/* Name of every object: the release's, with the chart's where it is not part of it. */}}
{{- define "gleaner.name" -}}
{{- if contains .Chart.Name .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{/* Labels by which the pods of a part are found: (dict "root" $ "part" "api"). They never change. */}}
{{- define "gleaner.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{/* All labels of an object of a part. */}}
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

{{/* Names under which the API answers: its clients', those of its Service, and its own address, by which Prometheus asks. */}}
{{- define "gleaner.allowedHosts" -}}
{{- $service := printf "%s-api" (include "gleaner.name" .) -}}
{{- $inside := list "localhost" "127.0.0.1" $service (printf "%s.%s" $service .Release.Namespace) (printf "%s.%s.svc" $service .Release.Namespace) -}}
{{- concat .Values.hosts $inside (list "$(POD_IP)" "[$(POD_IP)]") | join "," -}}
{{- end -}}
