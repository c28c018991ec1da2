import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { answerParent } from './child.ts'
import { type Notified, type Opened, StreamsQuestion } from './streams-shape.ts'

const OPENING_AT_ONCE = 100
const WAIT_MAX_MS = 60_000
const POLL_MS = 20

/** An open notification stream; `problem` when it was refused or cut, which invalidates the figure. */
type Stream = { isReady: boolean; notifiedAt: number[]; problem: string | null }

const streams: Stream[] = []

answerParent(async (question) => {
  const asked = z.parse(StreamsQuestion, question)
  if ('notified' in asked) {
    await until(streams, (stream) => stream.notifiedAt.length >= asked.notified)
    const times = streams.map((stream) => stream.notifiedAt[asked.notified - 1] ?? Number.NaN)
    return { last_at: Math.max(...times) } satisfies z.output<typeof Notified>
  }
  const { url, tokens } = asked.open
  const start = performance.now()
  await Promise.all(
    Array.from({ length: OPENING_AT_ONCE }, async (_, worker) => {
      for (let at = worker; at < tokens.length; at += OPENING_AT_ONCE) {
        const stream = listen(new URL(url), tokens[at] ?? '', at)
        streams.push(stream)
        await until([stream], ({ isReady }) => isReady)
      }
    }),
  )
  return { ms: performance.now() - start } satisfies z.output<typeof Opened>
})

function listen({ hostname, port }: URL, token: string, place: number): Stream {
  const stream: Stream = { isReady: false, notifiedAt: [], problem: null }
  // Each local address of the loopback has its own range of ports.
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${2 + (place % 4)}` })
  socket.setEncoding('latin1')
  socket.write(
    `GET /api/notification/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
  )
  socket.on('data', (text: string) => {
    if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) stream.problem = text.slice(0, 200)
    if (text.includes('event: refresh')) stream.isReady = true
    if (text.includes('event: notification')) stream.notifiedAt.push(Date.now())
  })
  socket.on('error', (error) => {
    stream.problem = error.message
  })
  socket.on('close', () => {
    stream.problem ??= 'a stream was cut'
  })
  return stream
}

async function until(all: readonly Stream[], isDone: (stream: Stream) => boolean): Promise<void> {
  for (const end = Date.now() + WAIT_MAX_MS; Date.now() < end; await sleep(POLL_MS)) {
    const problem = all.find((stream) => stream.problem !== null)?.problem
    if (problem) throw new Error(problem)
    if (all.every(isDone)) return
  }
  throw new Error(`${all.filter((stream) => !isDone(stream)).length} of ${all.length} streams received nothing`)
}
