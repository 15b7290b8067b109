/** Content types of a form with a file, and the boundary of each. */
export const FORM_TYPES: readonly (readonly [how: string, type: string, boundary: string])[] = [
  ['as browsers send it', 'multipart/form-data; boundary=b', 'b'],
  ['with a quoted boundary', 'multipart/form-data; boundary="b"', 'b'],
  ['with a boundary that must be quoted', 'multipart/form-data; boundary="a b:c=(d)/e,f?"', 'a b:c=(d)/e,f?'],
  ['with a boundary of 70 characters', `multipart/form-data; boundary=${'b'.repeat(70)}`, 'b'.repeat(70)],
  ['in upper case', 'MULTIPART/FORM-DATA; BOUNDARY=b', 'b'],
  ['in mixed case, whose boundary keeps its own', 'Multipart/Form-Data; Boundary=aB', 'aB'],
  ['with other parameters', 'multipart/form-data; charset=utf-8; boundary=b; x="y;z"', 'b'],
  ['without spaces', 'multipart/form-data;boundary=b', 'b'],
  ['with more spaces', 'multipart/form-data  ;  boundary=b', 'b'],
]

/** Those of something else. */
export const OTHER_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/xml; boundary=b',
  'multipart/mixed; boundary=b',
  'multipart/form-database; boundary=b',
  'multipart',
  'nonsense',
  '',
  'text/plain; x="multipart/form-data; boundary=b"',
]
