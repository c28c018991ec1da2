export function SpecialtiesPage() {
  return <h1>Especialidades</h1>
}
