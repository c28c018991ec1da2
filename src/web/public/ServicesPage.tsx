export function ServicesPage() {
  return <h1>Servicios</h1>
}
