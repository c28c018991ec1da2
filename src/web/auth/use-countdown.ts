import { useEffect, useState } from 'react'

/** The remaining seconds of a wait, and the function to start one. Compares with the clock, so a suspended phone does not extend the wait. */
export function useCountdown(initialS = 0): [secondsLeft: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + initialS * 1000)
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((until - now) / 1000))
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])
  const start = (seconds: number): void => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [secondsLeft, start]
}
