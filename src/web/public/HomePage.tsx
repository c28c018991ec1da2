export function HomePage() {
  return <h1>Enlace</h1>
}
