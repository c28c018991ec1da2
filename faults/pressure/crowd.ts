import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as z from 'zod/mini'

/**
 * Sockets that all send the same: `start`, and after it `fillerBytes` of one character. `reads`: they read what comes and count the first answers;
 * otherwise they read nothing.
 */
export type Sockets = { count: number; start: string; fillerBytes?: number; reads: boolean }

/** What became of the sockets of a crowd: `answered` had a first answer, `cut` were closed by the server or could not connect. */
export type CrowdCounts = { answered: number; cut: number }

/** Sockets in a process of their own: the process that measures the others must not be the one that is late. */
export type Crowd = {
  counts(): Promise<CrowdCounts>
  /** Closes the sockets by ending their process. */
  close(): Promise<void>
}

const CHILD = path.join(import.meta.dirname, 'crowd-child.ts')
const Counts = z.object({ answered: z.number(), cut: z.number() })

/** Starts the process, which opens the sockets to a port of this machine, without waiting for them. */
export async function openCrowd(port: number, groups: readonly Sockets[]): Promise<Crowd> {
  const child: ChildProcess = fork(CHILD, { stdio: 'inherit' })
  await once(child, 'message')
  child.send({ port, groups })
  return {
    counts: async () => {
      const answer = once(child, 'message')
      child.send('counts')
      return z.parse(Counts, (await answer)[0])
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
