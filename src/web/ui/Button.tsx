import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'
import './Button.css'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet' | 'link' | undefined
  size?: 'normal' | 'dense' | 'large' | undefined
}

/** The classes of a button, for a link or a label. */
export const buttonClass = ({ variant = 'secondary', size = 'normal' }: ButtonLook = {}): string =>
  `button button--${variant} button--${size}`

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> &
  ButtonLook & {
    /** The label of the work in progress ('Guardando…'). Clicks are ignored until it ends. */
    busy?: string | undefined
    /** Why the button is disabled. It remains focusable and its description is this reason. */
    disabledReason?: string | undefined
    icon?: ReactNode
  }

/** A button with the action as its label. A disabled button is busy or has a reason. */
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
  const isDisabled = busy !== undefined || disabledReason !== undefined
  return (
    <>
      <button
        {...rest}
        type={type}
        className={`${buttonClass({ variant, size })} ${className}`}
        aria-disabled={isDisabled || undefined}
        aria-busy={busy !== undefined || undefined}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        title={disabledReason}
        onClick={(event) => {
          // The second click of a double click must not send the next step of a form, which has its button in the same place.
          if (isDisabled || (type === 'submit' && event.detail > 1)) event.preventDefault()
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

/** A button with only an icon: `label` is its accessible name. */
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
