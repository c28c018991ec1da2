import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#test/world.ts'

const HEAD = 'GET /api/health/live HTTP/1.1\r\nHost: enlace.test\r\n'

/** A server on a port, the connections as the server has them, and connections of a client with what they received. */
async function listening() {
  const { value, close } = await openTestApp({})
  const { app } = value
  const accepted: Socket[] = []
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    const received = { text: '' }
    socket.on('data', (chunk) => (received.text += String(chunk)))
    const ended = once(socket, 'close')
    await once(socket, 'connect')
    return { socket, received, ended }
  }
  onTestFinished(async () => {
    for (const socket of accepted) socket.destroy()
    await close()
  })
  return { app, accepted, open }
}

test('OPS-02 una conexión que un navegador abrió sin pedir nada termina cuando empieza el cierre', async () => {
  const { app, accepted, open } = await listening()
  const unused = await open()
  await expect.poll(() => accepted).toHaveLength(1)
  await app.close()
  await unused.ended
  // After the time for the headers it would have received a 408.
  expect(unused.received.text).toBe('')
})

test('OPS-02 una petición a medias cuando empieza el cierre recibe su respuesta, y las conexiones terminan', async () => {
  const { app, accepted, open } = await listening()
  const [half, kept] = [await open(), await open()]
  kept.socket.write(`${HEAD}\r\n`)
  await expect.poll(() => kept.received.text).toContain('keep-alive')
  half.socket.write(HEAD)
  await expect.poll(() => accepted.every(({ bytesRead }) => bytesRead > 0)).toBe(true)
  const closing = app.close()
  await kept.ended
  half.socket.write('\r\n')
  await half.ended
  expect(half.received.text).toMatch(/^HTTP\/1\.1 503 /)
  await closing
})

test('OPS-02 una conexión cuya respuesta salía cuando empezó el cierre no espera otra petición', async () => {
  const { app, open } = await listening()
  const { socket, ended, received } = await open()
  const closed = new Promise<void>((resolve) => {
    app.server.once('request', (_request, response) => {
      // The headers of the answer, with keep-alive, are written by now.
      response.once('prefinish', () => void app.close().then(resolve))
    })
  })
  socket.write(`${HEAD}\r\n`)
  await Promise.all([closed, ended])
  expect(received.text).toContain('keep-alive')
})
