export default function Theory() {
  return null;
}
