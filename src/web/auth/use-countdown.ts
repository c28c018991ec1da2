import { useEffect, useState } from 'react'

/** Seconds left of a wait, and the way to begin one. Reads the clock, so a sleeping phone does not stretch it. */
export function useCountdown(initialS = 0): [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + initialS * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])
  const begin = (seconds: number): void => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, begin]
}
