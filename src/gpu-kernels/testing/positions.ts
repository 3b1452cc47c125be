export { positionTable } from '../checks/inputs.ts';
