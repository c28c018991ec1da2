import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { type ViewList, viewApi } from '#domain/views/api.ts'
import { useRead } from '#web/core/queries.ts'

/**
 * Opens a list with the view that its user chose: once, when the list is entered by an address without filters. Not when the user goes
 * back to it, nor when the filters are cleared.
 */
export function useDefaultView(list: ViewList): void {
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const type = useNavigationType()
  // The first address of a tab is a POP too, and has this key.
  const isWaiting = useRef(search === '' && (type !== NavigationType.Pop || key === 'default'))
  const views = useRead(viewApi.list, { query: { list } }).data?.data
  useEffect(() => {
    if (search !== '') isWaiting.current = false
    if (!isWaiting.current || views === undefined) return
    isWaiting.current = false
    const chosen = views.find(({ is_default }) => is_default)
    if (chosen) void navigate({ pathname, search: chosen.query }, { replace: true })
  }, [views, search, pathname, navigate])
}
