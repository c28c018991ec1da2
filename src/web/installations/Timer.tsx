import { useEffect, useState } from 'react'
import { timeLabel } from '#domain/core/days.ts'
import { MINUTE_MS } from '#domain/core/durations.ts'

const TICK_MS = 30_000

/** The time since the visit began. It is not announced: it changes by itself. */
export function Timer({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS))
  return (
    <span className="figures">
      Empezó {timeLabel(new Date(since))} · {Math.floor(minutes / 60)} h {String(minutes % 60).padStart(2, '0')} min
    </span>
  )
}
