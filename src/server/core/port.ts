/**
 * What a module asks of one to its right, which may not be imported: `connect` gives the implementation, once, by connectModules of
 * src/server/reactions.ts; `get` returns it. Throws when nothing was connected. `name`: of the port, in that error.
 */
export function openPort<T extends object>(name: string): { connect: (implementation: T) => void; get: () => T } {
  let connected: T | undefined
  return {
    connect: (implementation) => {
      connected = implementation
    },
    get: () => {
      if (connected === undefined) throw new Error(`${name} is not connected (src/server/reactions.ts)`)
      return connected
    },
  }
}
