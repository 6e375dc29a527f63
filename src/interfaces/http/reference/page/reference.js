// Shows /openapi.json with Swagger UI. It doesn't use other origins, and forgets a key when the page is closed.

// Swagger UI's own class for its dark colours.
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const setColours = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', setColours)
setColours()

// Swagger UI would ask for a file where the document declares JSON text.
function asText({ schema }) {
  delete schema?.contentMediaType
  delete schema?.contentSchema
}

const adapted = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (document) => {
          for (const { get } of Object.values(document.paths)) get?.parameters?.forEach(asText)
          // The document's server has the wrong scheme if a proxy terminates TLS.
          return update({ ...document, servers: [{ url: '/' }] })
        },
      },
    },
  },
})

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  plugins: [adapted],
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
