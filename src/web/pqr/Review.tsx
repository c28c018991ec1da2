import { useEffect, useRef } from 'react'

type Answer = { label: string; value: string; isText?: boolean }

/** What the user is about to send, with a heading that takes the focus when it appears (check answers). */
export function Review({ title, answers }: { title: string; answers: readonly Answer[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <dl className="pqr-review">
        {answers.map(({ label, value, isText }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isText ? 'pqr-text' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
