import { REQUEST_ID_HEADER } from '@andscene/service-kit/create-app'

/** Parts of the document that responses of all kinds have. */

export const json = (schema: unknown) => ({ 'application/json': { schema } })

export const text = (description: string) => ({ description, schema: { type: 'string' } })

/** Of every response. */
export const HEADERS = { [REQUEST_ID_HEADER]: text('Finds the request in the logs') }
