/** A number as it is written in an address. */
const DECIMAL = /^-?\d+(\.\d+)?$/

type Schema = { properties?: Record<string, { type?: string }> }
type Fault = { keyword: 'type'; instancePath: string; params: { type: string }; message: string }

/**
 * Why texts of a query or a path are no numbers, where the schema wants some. The library takes everything that JavaScript
 * does for one: a space for 0, `0x10` for 16.
 */
export function numberFaults({ properties = {} }: Schema, value: unknown): Fault[] {
  return Object.entries(properties).flatMap(([name, { type = '' }]): Fault[] => {
    if (type !== 'integer' && type !== 'number') return []
    const texts = [(value as Record<string, unknown> | undefined)?.[name]].flat()
    if (texts.every((text) => typeof text !== 'string' || DECIMAL.test(text))) return []
    return [{ keyword: 'type', instancePath: `/${name}`, params: { type }, message: `must be ${type}` }]
  })
}
