import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { START_MAX_MS } from '#test/start-limit.ts'
import { portOf } from '#test/started.ts'

const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')
const COMPILED = path.resolve(import.meta.dirname, '../node_modules/.cache/enlace')

export type Command = 'api' | 'work' | 'serve'
type Env = Readonly<Record<string, string>>

/** A process of the product that can be killed and started again on the same port. */
export type Part = {
  readonly command: Command
  pid(): number
  /** The address of its API; it stays the same after a restart. */
  url(): string
  /** Sends a signal and waits for the end. Returns the exit code; null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>
  send(signal: NodeJS.Signals): void
  restart(): Promise<void>
  isRunning(): boolean
  /** The lines of its log with errors of the program, from every start. */
  unexpected(): readonly string[]
}

/** Starts `bin/enlace api`, `work` or `serve`, as an operator does, and waits until it is ready. */
export async function startPart(command: Command, env: Env): Promise<Part> {
  const unexpected: string[] = []
  let port = 0
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawnOrder([command], { ...env, PORT: String(port) })
    child.stdout?.on('data', (chunk) => {
      for (const line of String(chunk).split('\n')) if (line.includes('unexpected failure')) unexpected.push(line)
    })
    if (command === 'work') await isWorking(child)
    else port = await portOf(child)
  }
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  await start()
  return {
    command,
    pid: () => child.pid ?? 0,
    url: () => `http://127.0.0.1:${port}`,
    send: (signal) => void child.kill(signal),
    isRunning,
    restart: start,
    unexpected: () => unexpected,
    end: async (signal) => {
      if (!isRunning()) return child.exitCode
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

/** Runs a command of `bin/enlace` to its end, for example `invariants`. */
export async function runCommand(words: readonly string[], env: Env): Promise<{ code: number | null; output: string }> {
  const child = spawnOrder(words, env)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

const spawnOrder = (words: readonly string[], env: Env): ChildProcess =>
  spawn(process.execPath, ['--max-semi-space-size=8', '--heap-growing-percent=100', MAIN, ...words], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function isWorking(child: ChildProcess): Promise<void> {
  let output = ''
  const ready = Promise.withResolvers<void>()
  const fail = (): void => ready.reject(new Error(`the process did not start:\n${output}`))
  const limit = setTimeout(fail, START_MAX_MS)
  const read = (chunk: unknown): void => {
    output += String(chunk)
    if (output.includes('Enlace trabaja los procesos')) ready.resolve()
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('close', fail)
  try {
    await ready.promise
  } finally {
    clearTimeout(limit)
    child.off('close', fail)
  }
}
