import { useEffect, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/** Scrolls a new screen to its top; after a back navigation the scroll position remains. Mounted again for each path. */
export function ScrollToTop() {
  const [isBack] = useState(useNavigationType() === NavigationType.Pop)
  useEffect(() => {
    if (!isBack) window.scrollTo(0, 0)
  }, [isBack])
  return null
}
