import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import * as z from 'zod/mini'
import { AppRoutes } from './AppRoutes.tsx'
import { keepFocus } from './core/lost-focus.ts'
import { clearCacheOnSessionChange, queryClient } from './core/queries.ts'
import { followOtherTabs } from './core/session.ts'
import { applyTheme } from './core/theme.ts'
import { fetchEarly } from './fetch-early.ts'

// The content security policy does not allow `eval`, which the compiled schemas of zod use.
z.config({ jitless: true })
applyTheme()
followOtherTabs()
clearCacheOnSessionChange()
keepFocus()

// After the first screen: the files that it keeps are then in the cache of the browser.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined))

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app element')
const page = createRoot(root)
// Without `await`: the code that is loaded imports this file's modules, which would wait for it.
void fetchEarly(window.location.pathname).then(() =>
  page.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter useTransitions={false}>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
