export * from './detection';
export * from './geometry';
export * from './guidance';
export * from './light';
export * from './measure';
export * from './pictures';
export * from './steps';
