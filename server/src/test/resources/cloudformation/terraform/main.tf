terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

variable "endpoint" {}

variable "text" {
  default = "open"
}

variable "name" {
  default = "hours.txt"
}

provider "aws" {
  region                      = "us-east-1"
  access_key                  = "key"
  secret_key                  = "secret"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true
  endpoints {
    cloudformation = var.endpoint
    sts            = var.endpoint
  }
}

resource "aws_cloudformation_stack" "shop" {
  name = "shop"
  parameters = {
    Text = var.text
    Name = var.name
  }
  template_body = <<-TEMPLATE
    Parameters:
      Text: {Type: String}
      Name: {Type: String}
    Resources:
      Folder:
        Type: Fairlead::Files::Directory
        Properties: {Name: terraform}
      Hours:
        Type: Fairlead::Files::File
        Properties: {DirectoryName: !Ref Folder, Name: !Ref Name, Content: !Ref Text}
    Outputs:
      Text: {Value: !Ref Text}
    TEMPLATE
}

output "text" {
  value = aws_cloudformation_stack.shop.outputs["Text"]
}
