import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'
import './Button.css'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet' | 'link' | undefined
  size?: 'normal' | 'dense' | 'large' | undefined
}

/** The look of a button, for what is a link or a label. */
export const buttonClass = ({ variant = 'secondary', size = 'normal' }: ButtonLook = {}): string =>
  `button button--${variant} button--${size}`

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> &
  ButtonLook & {
    /** What is being done, while it is: 'Guardando…'. Presses are ignored meanwhile. */
    busy?: string | undefined
    /** Why it cannot be pressed now. The button stays reachable and says so. */
    disabledReason?: string | undefined
    icon?: ReactNode
  }

/** A button whose label says what will happen. It is never silently off: it is busy, or it says why. */
export function Button({
  variant,
  size,
  busy,
  disabledReason,
  icon,
  children,
  onClick,
  type = 'button',
  className = '',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const isOff = busy !== undefined || disabledReason !== undefined
  return (
    <>
      <button
        {...rest}
        type={type}
        className={`${buttonClass({ variant, size })} ${className}`}
        aria-disabled={isOff || undefined}
        aria-busy={busy !== undefined || undefined}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        title={disabledReason}
        onClick={(event) => {
          if (isOff) event.preventDefault()
          else onClick?.(event)
        }}
      >
        {icon}
        {busy ?? children}
      </button>
      {disabledReason && (
        <span id={reasonId} className="visually-hidden">
          {disabledReason}
        </span>
      )}
    </>
  )
}

/** A button that is only a picture: `label` is its name for everybody who cannot see it. */
export function IconButton({
  label,
  children,
  className = '',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & { label: string }) {
  return (
    <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label} title={label}>
      {children}
    </button>
  )
}
