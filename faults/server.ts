import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, send } from './desk.ts'
import type { Part } from './part.ts'

/** The resident memory of a process in MiB, from the kernel. */
export function residentMiB(pid: number): number {
  const kiB = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kiB ?? 0) / 1_024
}

/** The highest resident memory and the answers of another person, while `work` runs. */
export type Watched<T> = {
  result: T
  beforeMiB: number
  highestMiB: number
  times: number[]
  wrong: Map<number, number>
}

/** Runs `work`, and meanwhile asks for a small list as another person, some times a second, and reads the memory. */
export async function watch<T>(
  part: Part,
  { token, perSecond = 10, path = '/api/admin/plans' }: { token: string; perSecond?: number; path?: string },
  work: () => Promise<T>,
): Promise<Watched<T>> {
  const beforeMiB = residentMiB(part.pid())
  const state = { isOver: false, highest: beforeMiB }
  const isOver = (): boolean => state.isOver
  const times: number[] = []
  const wrong = new Map<number, number>()
  const asking: Promise<void>[] = []
  const askOnce = async (): Promise<void> => {
    const began = performance.now()
    const { status }: Answer = await send(`${part.url()}${path}`, { token })
    times.push(performance.now() - began)
    if (status !== 200) wrong.set(status, (wrong.get(status) ?? 0) + 1)
  }
  const watching = (async () => {
    while (!isOver()) {
      state.highest = Math.max(state.highest, residentMiB(part.pid()))
      asking.push(askOnce())
      await wait(1_000 / perSecond)
    }
  })()
  try {
    const result = await work()
    return {
      result,
      beforeMiB,
      times,
      wrong,
      get highestMiB() {
        return state.highest
      },
    }
  } finally {
    state.isOver = true
    await watching
    await Promise.all(asking)
  }
}

/** The answers of the other person that were not 200, as sentences. */
export const listWrong = (wrong: ReadonlyMap<number, number>): string[] =>
  [...wrong].map(([status, count]) => `${count} answers ${status} to another person`)
