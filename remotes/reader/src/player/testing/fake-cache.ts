/** The part of Cache Storage that clips use; jsdom has none. */
export function createFakeCache() {
  const rows = new Map<string, ArrayBuffer>()
  const state = { rows, fails: false as false | Error, puts: 0 }
  const check = () => {
    if (state.fails) throw state.fails
  }
  const cache = {
    async put(address: string, response: Response) {
      state.puts += 1
      check()
      rows.set(address, await response.arrayBuffer())
    },
    async match(address: string) {
      check()
      const found = rows.get(address)
      return found && new Response(found.slice(0))
    },
    async delete(request: string | Request) {
      check()
      return rows.delete(typeof request === 'string' ? request : request.url)
    },
    async keys() {
      check()
      return [...rows.keys()].map((url) => ({ url }))
    },
  }
  return { state, open: async () => cache as unknown as Cache }
}
