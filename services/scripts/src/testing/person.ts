import { SHORT_SCRIPT } from './samples.ts'

type Body = { success: boolean; error?: string; code?: string; data?: any; [field: string]: unknown }

/** Sends requests to the service over HTTP with tokens from `token`. */
export function requestAs(url: string, token: () => string) {
  const request = (method: string, path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(new URL(path, url), {
      ...init,
      method,
      headers: { authorization: `Bearer ${token()}`, ...(headers as Record<string, string>) },
    })
  const call = async (method: string, path: string, init?: RequestInit) => {
    const response = await request(method, path, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }
  const json = (method: string) => (path: string, body: unknown) =>
    call(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  /** Uploads a file as a browser does. */
  const upload = (content: string | Uint8Array, { name = 'script.fdx', field = 'script', key = '' } = {}) => {
    const form = new FormData()
    form.append(field, new File([content as string], name))
    return call('POST', '/api/scripts/upload', {
      body: form,
      headers: key === '' ? {} : { 'idempotency-key': key },
    })
  }

  /** Uploads a draft with answers as a browser does. */
  const uploadDraft = (
    scriptId: string,
    content: string | Uint8Array,
    { answers, key = '', name = 'draft.fdx' }: { answers?: unknown; key?: string; name?: string } = {},
  ) => {
    const form = new FormData()
    if (answers !== undefined)
      form.append('answers', typeof answers === 'string' ? answers : JSON.stringify(answers))
    form.append('script', new File([content as string], name))
    return call('POST', `/api/scripts/${scriptId}/drafts`, {
      body: form,
      headers: key === '' ? {} : { 'idempotency-key': key },
    })
  }

  return {
    token,
    /** The response with an unread body. */
    request,
    call,
    get: (path: string) => call('GET', path),
    delete: (path: string) => call('DELETE', path),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
    upload,
    uploadDraft,
    /** Uploads a new script and returns its id. */
    newScript: async (content: string | Uint8Array = SHORT_SCRIPT, name = 'script.fdx') =>
      (await upload(content, { name })).body.data.script._id as string,
  }
}
export type Person = ReturnType<typeof requestAs>
