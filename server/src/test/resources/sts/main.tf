# A resource that Terraform makes as a role: of a key that assumes it, or of a web identity token.
terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "5.100.0" }
  }
}

variable "endpoint" {}
variable "role" {}
variable "token" { default = "" }
variable "text" { default = "terraform" }

provider "aws" {
  region                      = "eu-west-1"
  skip_metadata_api_check     = true
  skip_region_validation      = true
  skip_requesting_account_id  = false
  skip_credentials_validation = false
  endpoints {
    cloudcontrol   = var.endpoint
    cloudformation = var.endpoint
    sts            = var.endpoint
    iam            = var.endpoint
  }
  dynamic "assume_role" {
    for_each = var.token == "" ? [1] : []
    content {
      role_arn     = var.role
      session_name = "terraform"
    }
  }
  dynamic "assume_role_with_web_identity" {
    for_each = var.token == "" ? [] : [1]
    content {
      role_arn                = var.role
      session_name            = "terraform"
      web_identity_token_file = var.token
    }
  }
}

data "aws_caller_identity" "me" {}

resource "aws_cloudcontrolapi_resource" "thing" {
  type_name     = "Fairlead::Lab::Thing"
  desired_state = jsonencode({ Text = var.text })
}

output "arn" { value = data.aws_caller_identity.me.arn }
