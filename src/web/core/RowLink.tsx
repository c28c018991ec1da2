import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'

type Open = (path: string, options: { replace: boolean }) => void
const OpenContext = createContext<Open>(() => undefined)

/** Gives the links of rows a function that stays the same when the address changes. */
export function RowLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const last = useRef(navigate)
  useEffect(() => {
    last.current = navigate
  })
  const [open] = useState((): Open => (path, options) => void last.current(path, options))
  return <OpenContext value={open}>{children}</OpenContext>
}

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link in a row of a list. The link of the router reads the address and is drawn again with each change of it: in fifty rows, when a
 * person sorts or opens the next page, these are most of what is drawn. `to`: from the root of the site.
 */
export function RowLink({ to, ...rest }: Props) {
  const open = use(OpenContext)
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    open(to, { replace: to === pathname + search + hash })
  }
  return <a {...rest} href={to} onClick={follow} />
}
