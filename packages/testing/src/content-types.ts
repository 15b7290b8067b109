import types from './content-types.json' with { type: 'json' }

/** Content types of a form with a file: description, type, boundary. */
export const FORM_TYPES = types.forms as [how: string, type: string, boundary: string][]
export const OTHER_TYPES = types.others
