import '#server/exit-flags.ts'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as z from 'zod/mini'

/** A process of a bench. It answers one question at a time. */
export type Child = { ask(question?: object): Promise<unknown>; stop(): Promise<void> }

const Answer = z.union([z.object({ value: z.unknown() }), z.object({ error: z.string() })])

/** Starts a file of this folder in its own process, with only this environment and the flags of bin/enlace. Its standard output is discarded. */
export function startChild(file: string, env: Readonly<Record<string, string>> = {}): Child {
  const child = fork(path.join(import.meta.dirname, file), {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=100'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return { ask: (question = {}) => ask(child, file, question), stop: () => stop(child) }
}

async function ask(child: ChildProcess, file: string, question: object): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  try {
    child.send(question)
    const ended = once(child, 'exit', { signal }).then(() => [{ error: 'it ended before it answered' }])
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    const answer = z.parse(Answer, message)
    if ('error' in answer) throw new Error(`${file}: ${answer.error}`)
    return answer.value
  } finally {
    answered.abort()
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** In a child process: answers the parent's questions, and exits when the parent exits. */
export function answerParent(answer: (question: unknown) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', (question) => {
    answer(question).then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    )
  })
}
