import { Outlet } from 'react-router'

export function PublicLayout(_props: { signedIn: boolean }) {
  return (
    <main id="contenido">
      <Outlet />
    </main>
  )
}
