import { useLayoutEffect, useRef } from 'react'
import { Title } from './Title.tsx'
import { focusTitle } from './title-focus.ts'

type Props = { title: string; className: string }

/**
 * The heading of a screen and its title in the browser tab. It takes the focus when the screen opens, so that a screen reader
 * announces it; with `key={title}` also when the title changes.
 */
export function ScreenHeading({ title, className }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the next key: the user may already go to a field.
  useLayoutEffect(() => {
    if (heading.current) focusTitle(heading.current)
  }, [])
  return (
    <>
      <Title screen={title} />
      <h1 ref={heading} tabIndex={-1} className={className}>
        {title}
      </h1>
    </>
  )
}
