/** The part of the load generator that is used here; it brings no types of its own. */
declare module 'autocannon' {
  type Call = { method: string; path: string; headers: Record<string, string>; body?: string }
  type Client = { setRequests(requests: Call[]): void }
  type Options = { url: string; connections: number; duration: number; setupClient: (client: Client) => void }
  type Result = { duration: number; '2xx': number; non2xx: number; errors: number; timeouts: number }
  type Running = Promise<Result> & {
    on(event: 'response', listener: (client: Client, status: number, bytes: number, ms: number) => void): void
  }
  const autocannon: (options: Options) => Running
  // oxlint-disable-next-line import/no-default-export -- it is the package that exports so
  export default autocannon
}
