-- Stacks: resources that belong together. Of those with the same name in a place one is alive at most: "living" is that place
-- and name, or empty.
CREATE TABLE stack (
  id {key} PRIMARY KEY,
  subscription {key} NOT NULL,
  resource_group {key} NOT NULL,
  location {key} NOT NULL,
  name {key} NOT NULL,
  living {key} UNIQUE,
  language TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  version BIGINT NOT NULL,
  operation TEXT NOT NULL,
  protected INTEGER NOT NULL,
  cancelling INTEGER NOT NULL,
  content {bytes} NOT NULL,
  pending {bytes} NOT NULL,
  outputs {bytes} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT,
  deleted_at BIGINT,
  last_event BIGINT NOT NULL);

CREATE INDEX stack_by_place ON stack (subscription, location, created_at, id);

-- What a stack is made of. "owned" says which resource is its own, so that no other stack has it.
CREATE TABLE stack_node (
  stack {key} NOT NULL,
  node {key} NOT NULL,
  position INTEGER NOT NULL,
  type_name TEXT NOT NULL,
  physical TEXT NOT NULL,
  owned {key} UNIQUE,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  changed_at BIGINT NOT NULL,
  verb TEXT NOT NULL,
  step TEXT NOT NULL,
  operation TEXT NOT NULL,
  present {bytes} NOT NULL,
  other {bytes} NOT NULL,
  PRIMARY KEY (stack, node));

CREATE TABLE stack_event (
  stack {key} NOT NULL,
  at BIGINT NOT NULL,
  node TEXT NOT NULL,
  type_name TEXT NOT NULL,
  physical TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  properties {bytes} NOT NULL,
  token TEXT NOT NULL,
  operation TEXT NOT NULL,
  PRIMARY KEY (stack, at));

-- What a stack would become.
CREATE TABLE stack_change_set (
  id {key} PRIMARY KEY,
  stack {key} NOT NULL,
  name {key} NOT NULL,
  status TEXT NOT NULL,
  execution TEXT NOT NULL,
  reason TEXT NOT NULL,
  base BIGINT NOT NULL,
  request {bytes} NOT NULL,
  plan {bytes} NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (stack, name));

CREATE TABLE stack_export (
  subscription {key} NOT NULL,
  location {key} NOT NULL,
  name {key} NOT NULL,
  stack {key} NOT NULL,
  value {bytes} NOT NULL,
  PRIMARY KEY (subscription, location, name));

CREATE INDEX stack_export_by_stack ON stack_export (stack);

CREATE TABLE stack_import (
  subscription {key} NOT NULL,
  location {key} NOT NULL,
  name {key} NOT NULL,
  stack {key} NOT NULL,
  PRIMARY KEY (subscription, location, name, stack));

CREATE INDEX stack_import_by_stack ON stack_import (stack);

-- Under which token an operation of a stack was asked for.
CREATE TABLE stack_token (
  stack {key} NOT NULL,
  token {key} NOT NULL,
  digest TEXT NOT NULL,
  operation TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  PRIMARY KEY (stack, token));
