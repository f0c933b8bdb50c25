export * from './geometry';
export * from './guidance';
export * from './light';
export * from './measure';
