export function NotFoundPage({ lacksRole }: { lacksRole?: boolean }) {
  return <h1>Página no encontrada{lacksRole ? '.' : ''}</h1>
}
