export default function CrossPlay() {
  return null;
}
