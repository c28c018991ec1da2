import * as z from 'zod/mini'
import { TechnicianDay } from '#domain/dashboard/api.ts'
import { type SecureItems, secureItems } from '#web/core/secure-items.ts'

const KEY = 'technician-day'
const SavedDay = z.object({ at: z.iso.datetime(), day: TechnicianDay })
type SavedDay = z.output<typeof SavedDay>

/** The last day that a technician saw in this browser, to read without a connection. It goes with the session (ERR-02). */
export const savedDayIn = (items: SecureItems) => ({
  read: (): SavedDay | null => {
    const saved = z.safeParse(SavedDay, parseJson(items.get(KEY)))
    return saved.success ? saved.data : null
  },
  save: (day: TechnicianDay, at: Date): void => items.set(KEY, JSON.stringify({ at: at.toISOString(), day })),
})

export const savedDay = savedDayIn(secureItems)

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
