"""Reads and raises a quota with boto3: python quotas.py URL

The quota of one thing in the region is set before.
"""

import sys

import boto3

url = sys.argv[1]


def client(service):
    return boto3.client(
        service,
        endpoint_url=url,
        region_name="local",
        aws_access_key_id="key",
        aws_secret_access_key="secret",
    )


quotas, cloud = client("service-quotas"), client("cloudcontrol")


def check(claim, holds, found=""):
    print(("ok " if holds else "not ok ") + claim + ("" if holds else f": {found}"))
    if not holds:
        sys.exit(1)


def create():
    event = cloud.create_resource(TypeName="Fairlead::Lab::Thing", DesiredState="{}")["ProgressEvent"]
    while event["OperationStatus"] in ("PENDING", "IN_PROGRESS"):
        event = cloud.get_resource_request_status(RequestToken=event["RequestToken"])["ProgressEvent"]
    return event


services = quotas.list_services()["Services"]
check("ListServices", services == [{"ServiceCode": "fairlead-lab", "ServiceName": "Fairlead.Lab"}], services)
codes = [one["QuotaCode"] for one in quotas.list_service_quotas(ServiceCode="fairlead-lab")["Quotas"]]
check("ListServiceQuotas", codes == ["things-in-region"], codes)
named = {"ServiceCode": "fairlead-lab", "QuotaCode": "things-in-region"}
value = quotas.get_service_quota(**named)["Quota"]["Value"]
check("GetServiceQuota", value == 1, value)
try:
    quotas.get_service_quota(ServiceCode="fairlead-lab", QuotaCode="nothing")
    check("what is not there is refused", False)
except quotas.exceptions.NoSuchResourceException:
    check("what is not there is refused", True)

check("one is made", create()["OperationStatus"] == "SUCCESS")
second = create()
check("a second one exceeds the limit", second.get("ErrorCode") == "ServiceLimitExceeded", second)
raised = quotas.request_service_quota_increase(**named, DesiredValue=2)["RequestedQuota"]
check("RequestServiceQuotaIncrease", raised["Status"] == "APPROVED" and raised["DesiredValue"] == 2, raised)
check("then a second one is made", create()["OperationStatus"] == "SUCCESS")
try:
    quotas.request_service_quota_increase(**named, DesiredValue=1)
    check("less is refused", False)
except quotas.exceptions.IllegalArgumentException:
    check("less is refused", True)
