import types from './content-types.json' with { type: 'json' }

/** Content types of a form with a file: how it is written, the type, its boundary. */
export const FORM_TYPES = types.forms as [how: string, type: string, boundary: string][]
export const OTHER_TYPES = types.others
