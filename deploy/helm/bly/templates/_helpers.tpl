{{- define "bly.labels" -}}
app.kubernetes.io/name: bly
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* What every process of Bly has in common; each Deployment adds its role. Takes "root", "role" and "resources". */ -}}
{{- define "bly.pod" -}}
metadata:
  labels:
    app.kubernetes.io/name: bly
    app.kubernetes.io/instance: {{ .root.Release.Name }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    prometheus.io/scrape: 'true'
    prometheus.io/port: '8080'
    prometheus.io/path: /metrics
spec:
  automountServiceAccountToken: false
  # A service called bly would otherwise set BLY_PORT.
  enableServiceLinks: false
  # preStop (5 s) and the 10 s a process takes at most.
  terminationGracePeriodSeconds: 30
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile:
      type: RuntimeDefault
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          app.kubernetes.io/name: bly
          app.kubernetes.io/instance: {{ .root.Release.Name }}
          app.kubernetes.io/component: {{ .role }}
  containers:
    - name: {{ .role }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      env:
        - name: BLY_ROLE
          value: {{ .role }}
        {{- range $name, $value := .root.Values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      envFrom:
        - secretRef:
            name: {{ .root.Values.existingSecret }}
      ports:
        - name: http
          containerPort: 8080
      # It listens once the schema is up to date: two minutes for migrations.
      startupProbe:
        httpGet:
          path: /healthz
          port: http
        periodSeconds: 2
        failureThreshold: 60
      readinessProbe:
        httpGet:
          path: /readyz
          port: http
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 2
      # The process itself, not its database: a restart brings no database back.
      livenessProbe:
        httpGet:
          path: /healthz
          port: http
        periodSeconds: 10
        timeoutSeconds: 5
      lifecycle:
        preStop:
          # Until the proxies have heard that it takes no more.
          exec:
            command: [sleep, '5']
      resources:
        {{- toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      volumeMounts:
        - name: data
          mountPath: /var/lib/bly
  volumes:
    # The administrator's socket and the sandbox's outbox; nothing that must be kept.
    - name: data
      emptyDir:
        sizeLimit: 256Mi
{{- end }}
