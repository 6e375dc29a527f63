{{/*
Specification of a pod: (dict "root" $ "part" "api" "command" "serve" "port" 8787 "values" .Values.api "secrets" (list names) "env" (dict of settings)).
*/}}
{{- define "gleaner.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "gleaner.name" .root }}
automountServiceAccountToken: false
# Otherwise Kubernetes would set GLEANER_PORT=tcp://… for a Service called gleaner.
enableServiceLinks: false
terminationGracePeriodSeconds: {{ add $values.preStopSeconds $values.stopGraceSeconds 6 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: {{ $values.seccomp.type }}
    {{- if eq $values.seccomp.type "Localhost" }}
    localhostProfile: {{ $values.seccomp.localhostProfile }}
    {{- end }}
{{- with $values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- $selector := include "gleaner.selector" . }}
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- $selector | nindent 8 }}
  {{- end }}
containers:
  - name: gleaner
    image: {{ include "gleaner.image" .root }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    args: [{{ .command }}]
    ports:
      - { name: http, containerPort: {{ .port }}, protocol: TCP }
      {{- if $values.secrets.GLEANER_BROWSER_WS.name }}
      - { name: egress, containerPort: {{ $values.browserFarm.egressPort }}, protocol: TCP }
      {{- end }}
    env:
      - name: POD_IP
        valueFrom: { fieldRef: { fieldPath: status.podIP } }
      # Threads that resolve host names. With Node's default of four and 50 ms per name, a pod could reach only 80 new hosts per second.
      - { name: UV_THREADPOOL_SIZE, value: "32" }
      {{- range .secrets }}
      {{- $secret := index $values.secrets . }}
      {{- if $secret.name }}
      - name: {{ . }}
        valueFrom: { secretKeyRef: { name: {{ $secret.name }}, key: {{ $secret.key }} } }
      {{- end }}
      {{- end }}
      {{- if $values.secrets.GLEANER_BROWSER_WS.name }}
      # Each pod uses its own IP address, because a page's requests must leave through the process that opened the page.
      - { name: GLEANER_EGRESS_URL, value: "http://$(POD_IP):{{ $values.browserFarm.egressPort }}" }
      {{- end }}
      {{- range $name, $value := merge (dict) .values.settings $values.settings .env }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    resources: {{- toYaml .values.resources | nindent 6 }}
    lifecycle:
      preStop: { exec: { command: [sleep, {{ $values.preStopSeconds | quote }}] } }
    startupProbe:
      httpGet: {{ include "gleaner.probe" "/healthz" }}
      periodSeconds: 2
      timeoutSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet: {{ include "gleaner.probe" "/healthz" }}
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: {{ include "gleaner.probe" "/readyz" }}
      periodSeconds: 5
      timeoutSeconds: 4
      failureThreshold: 2
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: temporary, mountPath: /tmp }
volumes:
  - name: data
    emptyDir: { sizeLimit: 1Gi }
  - name: temporary
    emptyDir: { sizeLimit: {{ .values.temporarySize }} }
{{- end -}}

{{/* The kubelet's probe request. Its Host header is always allowed. */}}
{{- define "gleaner.probe" -}}
{ path: {{ . }}, port: http, httpHeaders: [{ name: Host, value: localhost }] }
{{- end -}}

{{/* Settings that the chart sets for the API and the workers. They can't conflict with values, because the schema refuses these names there. */}}
{{- define "gleaner.settings" -}}
GLEANER_HOST: {{ "0.0.0.0" | quote }}
GLEANER_ALLOWED_HOSTS: {{ include "gleaner.allowedHosts" . | quote }}
# A separate folder, which the program creates with access only for its own user.
GLEANER_DATA_DIR: /data/gleaner
GLEANER_STOP_GRACE_S: {{ .Values.stopGraceSeconds | quote }}
GLEANER_LOG_FORMAT: json
{{- if or .Values.serviceMonitor.enabled .Values.worker.keda.enabled }}
GLEANER_METRICS: public
{{- end }}
{{- end -}}
