import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from './database.ts'
import { productionEnv, type RunningCommand, startCommand } from './operator-process.ts'
import { START_MAX_MS } from './start-limit.ts'
import { portOf } from './started.ts'

/** More than the 511 that wait without the product's own number, and fewer than any kernel of today admits. */
const SOCKETS = 1_500
const CONNECTED_MAX_MS = 20_000

let database: Awaited<ReturnType<typeof cloneDatabase>>
let dataDir = ''
const commands: RunningCommand[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-connections-'))
})
afterAll(async () => {
  for (const command of commands) {
    command.kill('SIGCONT')
    command.kill('SIGKILL')
    await command.ended()
  }
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a process on a port, and returns its port. */
async function startApi(port: string): Promise<{ command: RunningCommand; port: number }> {
  const command = startCommand(['api'], { ...productionEnv(database, dataDir), PORT: port })
  commands.push(command)
  return { command, port: await portOf(command) }
}

/** How many of some sockets are connected while the process takes none of them. */
async function countWaiting({ command, port }: { command: RunningCommand; port: number }): Promise<number> {
  command.kill('SIGSTOP')
  const sockets: Socket[] = []
  let connected = 0
  try {
    for (let opened = 0; opened < SOCKETS; opened += 1) {
      const socket = connect(port, '127.0.0.1', () => (connected += 1))
      socket.on('error', () => undefined)
      sockets.push(socket)
    }
    await expect.poll(() => connected, { timeout: CONNECTED_MAX_MS }).toBe(SOCKETS)
    return connected
  } finally {
    for (const socket of sockets) socket.destroy()
    command.kill('SIGCONT')
  }
}

test(
  'OPS-01 con el proceso ocupado esperan su turno mil quinientas conexiones, en un puerto libre y en uno fijo, y después responde',
  async () => {
    const first = await startApi('0')
    expect(await countWaiting(first)).toBe(SOCKETS)
    expect((await fetch(`http://127.0.0.1:${first.port}/api/health/live`)).status).toBe(200)
    first.command.kill('SIGTERM')
    expect((await first.command.ended()).code).toBe(0)
    const second = await startApi(String(first.port))
    expect(await countWaiting(second)).toBe(SOCKETS)
    expect((await fetch(`http://127.0.0.1:${second.port}/api/health/live`)).status).toBe(200)
  },
  2 * START_MAX_MS,
)
