import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { answerParent } from './child.ts'
import { type Opened, StreamsQuestion, type Told } from './streams-shape.ts'

const OPENING_AT_ONCE = 100
const PATIENCE_MS = 60_000
const LOOK_MS = 20

/** What a browser that listens has heard; `problem` when it was refused or cut, which makes the figure void. */
type Stream = { isReady: boolean; toldAt: number[]; problem: string | null }

const streams: Stream[] = []

answerParent(async (question) => {
  const asked = z.parse(StreamsQuestion, question)
  if ('told' in asked) {
    await until(streams, (stream) => stream.toldAt.length >= asked.told)
    const times = streams.map((stream) => stream.toldAt[asked.told - 1] ?? Number.NaN)
    return { last_at: Math.max(...times) } satisfies z.output<typeof Told>
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
  const stream: Stream = { isReady: false, toldAt: [], problem: null }
  // The loopback has one range of ports for each address that asks.
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${2 + (place % 4)}` })
  socket.setEncoding('latin1')
  socket.write(
    `GET /api/notification/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
  )
  socket.on('data', (text: string) => {
    if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) stream.problem = text.slice(0, 200)
    if (text.includes('event: refresh')) stream.isReady = true
    if (text.includes('event: notification')) stream.toldAt.push(Date.now())
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
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const problem = all.find((stream) => stream.problem !== null)?.problem
    if (problem) throw new Error(problem)
    if (all.every(isDone)) return
  }
  throw new Error(`${all.filter((stream) => !isDone(stream)).length} of ${all.length} streams heard nothing`)
}
