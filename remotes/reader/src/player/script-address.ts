/** Where the backend keeps a script, below the API's base. */
export const scriptAddress = (scriptId: string) => `/scripts/${encodeURIComponent(scriptId)}`
