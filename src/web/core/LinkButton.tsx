import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from '#web/ui/Button.tsx'

/** A link to another screen with the style of a button. */
export const LinkButton = ({ variant, size, ...link }: Omit<LinkProps, 'className'> & ButtonLook) => (
  <Link {...link} className={buttonClass({ variant, size })} />
)
