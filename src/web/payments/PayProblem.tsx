import { type ComponentProps, useEffect, useRef } from 'react'
import { FormProblem } from '#web/ui/FormProblem.tsx'

/** The reason of the refusal, next to the button. It takes the focus, so the browser scrolls to it. */
export function PayProblem({ form, children }: ComponentProps<typeof FormProblem>) {
  const box = useRef<HTMLDivElement>(null)
  const { attempt, failure } = form
  useEffect(() => {
    if (attempt > 0 && failure !== null) box.current?.focus()
  }, [attempt, failure])
  return (
    <div ref={box} tabIndex={-1} className="paying__problem">
      <FormProblem form={form}>{children}</FormProblem>
    </div>
  )
}
