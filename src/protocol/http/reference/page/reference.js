// Shows /openapi.json with Swagger UI. Nothing is loaded from or sent to another origin, and a key is forgotten with the page.

// Swagger UI's own class for its dark colours.
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const setColours = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', setColours)
setColours()

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
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
