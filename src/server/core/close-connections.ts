import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends each connection of a server that closes as soon as no request of it is in progress. Node ends only those that are idle when the
 * close begins: one that a browser opened ahead without a request stays for the time of the headers, and one whose answer was being sent
 * stays for the whole keep-alive time, longer than a process may take to stop.
 */
export function endConnectionsAtClose(app: FastifyInstance): void {
  /** The connections without a request in progress, with the bytes that were received before they began to wait. */
  const waiting = new Map<Socket, number>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    waiting.set(socket, 0)
    socket.once('close', () => waiting.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket)
    response.once('close', () => {
      if (isClosing) socket.end()
      else if (!socket.destroyed) waiting.set(socket, socket.bytesRead)
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // A connection that received more since then is sending its next request, which is answered.
    for (const [socket, bytes] of waiting) if (socket.bytesRead === bytes) socket.destroy()
  })
}
