/** An ID token of `uid` that browsers can decode; `name` makes it unique, `claims` adds claims. */
export const tokenOf = (uid: string, name: string | number = '', claims: Record<string, unknown> = {}) =>
  `header.${btoa(JSON.stringify({ sub: uid, ...claims }))}.${name}`
