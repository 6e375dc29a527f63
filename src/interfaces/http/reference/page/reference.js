// Shows /openapi.json with Swagger UI. It doesn't use other origins, and forgets a key when the page is closed.

// Swagger UI's own class for its dark colours.
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const setColours = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', setColours)
setColours()

// Swagger UI would send the example of a JSON parameter with every request, so this uses an empty string.
function asText(parameter) {
  if (!parameter.content) return
  delete parameter.content
  parameter.schema = { type: 'string' }
}

const emptyJson = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (document) => {
          for (const { get } of Object.values(document.paths)) get?.parameters?.forEach(asText)
          return update(document)
        },
      },
    },
  },
})

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  plugins: [emptyJson],
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  requestSnippetsEnabled: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  withCredentials: false,
})
