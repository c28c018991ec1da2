import { expect, vi } from 'vitest'

type Step = () => Promise<{ status: number; json: { message?: unknown }; headers: Record<string, unknown> }>

/** Asks each step with the clock of the process apart from that of the database: each is refused, with the sentence and the wait. */
export async function expectClockRefusal(steps: readonly Step[], apartMs: number): Promise<void> {
  vi.setSystemTime(Date.now() + apartMs)
  try {
    for (const [at, step] of steps.entries()) {
      const { status, json, headers } = await step()
      expect([at, status, json.message, headers['retry-after']]).toEqual([
        at,
        503,
        expect.stringMatching(/^El reloj de nuestro servidor no está en hora/),
        '60',
      ])
    }
  } finally {
    vi.useRealTimers()
  }
}
